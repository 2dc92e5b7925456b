/** The column by which lists name a record: the first of those that they show which is no image. */
export const namingColumn = (listColumns: readonly string[], isImage: (column: string) => boolean): string =>
  listColumns.find((column) => !isImage(column))!
