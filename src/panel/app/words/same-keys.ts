/** The same keys with any texts: how a translation must look. */
export type SameKeys<Words> = { [Key in keyof Words]: string }
