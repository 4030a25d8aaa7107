/** Before each test: a browser that keeps nothing yet. (Some tests have none.) */
import { beforeEach } from "vitest";

beforeEach(() => globalThis.localStorage?.clear());
