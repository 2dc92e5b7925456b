import type { ReactNode } from 'react'

type PlainTableProps = {
  /** Its name, where the heading of the page is not enough. */
  label?: string
  columns: readonly (string | { number: string })[]
  /** The name of a last column with buttons, which is spoken only. */
  actions?: string
  /** The rows. */
  children: ReactNode
}

/** A table that is only read; the labels of its cells are shown where it has no room for columns. */
export const PlainTable = ({ label, columns, actions, children }: PlainTableProps) => (
  <section className="card table-scroll" aria-label={label}>
    <table className="table plain-table">
      <thead>
        <tr>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col">
                {column}
              </th>
            ) : (
              <th key={column.number} scope="col" className="number">
                {column.number}
              </th>
            ),
          )}
          {actions !== undefined && (
            <th scope="col">
              <span className="visually-hidden">{actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)
