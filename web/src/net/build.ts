/** Which build of the page this is; the server says which one it has (`docs/protocol.md`). */
declare const __BUILD__: string;
export const BUILD: string = __BUILD__;
