// Made by `bun run client` from the schemas that validate; do not edit.
export {};
