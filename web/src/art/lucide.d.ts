/** An icon of lucide.dev: `icons.ts`, beside `vite.config.ts`, makes it a component. */
declare module "lucide:*" {
  import type { Component, ComponentProps } from "svelte";
  import type Icon from "./Icon.svelte";

  const icon: Component<Omit<ComponentProps<typeof Icon>, "outline">>;
  export default icon;
}
