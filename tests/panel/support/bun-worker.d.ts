// The browser drives import the service, and are checked with the types of a browser, whose workers lack these methods.
interface Worker {
  ref(): void
  unref(): void
}
