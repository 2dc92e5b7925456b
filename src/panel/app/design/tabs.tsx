import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'

export type TabDescription = {
  id: string
  label: string
  /** Marks the tab, with this as the accessible text: "has errors". */
  warning?: string | null
  content: ReactNode
}

type TabsProps = {
  label: string
  tabs: readonly TabDescription[]
  selected?: string
  onSelect?: (id: string) => void
  /** Panels that are not shown stay in the page, with what was typed in them. */
  keepsPanels?: boolean
}

/** Tabs that follow the arrow keys. Written out here: the library's need its collections, 18 KB of script. */
export function Tabs({ label, tabs, selected: controlled, onSelect, keepsPanels = false }: TabsProps) {
  const prefix = useId()
  const [own, setOwn] = useState(tabs[0]?.id)
  const selected = controlled ?? own
  const idOf = (part: 'tab' | 'panel', id: string) => `${prefix}-${part}-${id}`
  function select(id: string) {
    setOwn(id)
    onSelect?.(id)
  }
  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex(({ id }) => id === selected)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const steps: Record<string, number> = {
      [isRtl ? 'ArrowLeft' : 'ArrowRight']: index + 1,
      [isRtl ? 'ArrowRight' : 'ArrowLeft']: index - 1 + tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const next = tabs[(steps[event.key] ?? Number.NaN) % tabs.length]
    if (!next) return
    event.preventDefault()
    select(next.id)
    document.getElementById(idOf('tab', next.id))?.focus()
  }
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} className="tab-list" onKeyDown={onKeyDown}>
        {tabs.map(({ id, label, warning }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={idOf('tab', id)}
            className="tab"
            aria-selected={id === selected}
            aria-controls={idOf('panel', id)}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => select(id)}
          >
            {label}
            {warning && (
              <span className="tab-warning">
                <Icon name="warning" size={14} />
                <span className="visually-hidden">{warning}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {tabs.map(
        ({ id, content }) =>
          (keepsPanels || id === selected) && (
            <div
              key={id}
              role="tabpanel"
              id={idOf('panel', id)}
              className="tab-panel"
              aria-labelledby={idOf('tab', id)}
              hidden={id !== selected}
            >
              {content}
            </div>
          ),
      )}
    </div>
  )
}
