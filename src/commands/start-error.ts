/** Why the service cannot start, in one line for the operator. */
export class StartError extends Error {}
