export type Outcome = 'created' | 'already there' | 'skipped' | 'failed'

/** The outcome of a record; `count` is the number of things under one name. */
export type Result = { kind: string; name: string; outcome: Outcome; reason: string | null; count: number }
