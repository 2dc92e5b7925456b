/** Wrong arguments: the message is printed on one line and the exit code is 2. */
export class UsageError extends Error {}
