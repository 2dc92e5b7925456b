type TableHeadProps = {
  columns: readonly string[]
  /** The name of a last column with buttons, which is spoken only. */
  actions?: string
}

/** The head of a plain table: one cell for each column. */
export const TableHead = ({ columns, actions }: TableHeadProps) => (
  <thead>
    <tr>
      {columns.map((label) => (
        <th key={label} scope="col">
          {label}
        </th>
      ))}
      {actions !== undefined && (
        <th scope="col">
          <span className="visually-hidden">{actions}</span>
        </th>
      )}
    </tr>
  </thead>
)
