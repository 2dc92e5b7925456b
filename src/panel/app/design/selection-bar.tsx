import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'

type SelectionBarProps = {
  /** How much is selected. */
  label: string
  clearLabel: string
  onClear: () => void
  /** The actions. */
  children: ReactNode
}

/** The actions on what is selected in a list; at the lower edge of the window. */
export const SelectionBar = ({ label, clearLabel, onClear, children }: SelectionBarProps) => (
  <section className="list-batch" aria-label={label}>
    <span className="list-batch-count">{label}</span>
    {children}
    <IconButton icon="close" size="small" label={clearLabel} onPress={onClear} />
  </section>
)
