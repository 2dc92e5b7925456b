// The ids of records: positive 32-bit integers, the only bound that paths, queries and bodies are checked against.

/** The largest value of a Postgres `integer`. */
export const INT4_MAX = 2_147_483_647

/** The id written in a path segment or query, or null: decimal digits, no leading zero, at most 2,147,483,647. */
export function parseRecordId(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= INT4_MAX ? Number(text) : null
}
