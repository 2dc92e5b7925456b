// Texts and instants that Postgres can store, for the service and the panel.

/** Whether a text can be stored: without NUL and unpaired surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The text without what cannot be stored. */
export const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** The text without control characters, which no page shows; a line tabulation, form feed or next line is a space. */
export const withoutControls = (text: string): string =>
  text.replace(/[\v\f\u0085]/g, ' ').replace(/(?!\s)\p{Cc}/gu, '')

/** Whether an instant by RFC 3339 is in the years 1900 to 2199. Others are typing errors. */
export const isInYears = (instant: string): boolean => instant >= '1900' && instant < '2200'
