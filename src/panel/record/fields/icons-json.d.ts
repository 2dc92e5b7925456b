// TypeScript would otherwise work out the type of 600 KB.
declare module '@iconify-json/lucide/icons.json' {
  const set: import('./lucide-icons.ts').IconSet
  export default set
}
