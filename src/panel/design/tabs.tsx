import type { ReactNode } from 'react'
import { Tabs as RacTabs, Tab, TabList, TabPanel, TabPanels } from 'react-aria-components'
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

export function Tabs({ label, tabs, selected, onSelect, keepsPanels = false }: TabsProps) {
  return (
    <RacTabs
      className="tabs"
      {...(selected !== undefined && { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <TabList aria-label={label} className="tab-list">
        {tabs.map(({ id, label, warning }) => (
          <Tab key={id} id={id} className="tab">
            {label}
            {warning && (
              <span className="tab-warning">
                <Icon name="warning" size={14} />
                <span className="visually-hidden">{warning}</span>
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {tabs.map(({ id, content }) => (
          <TabPanel key={id} id={id} className="tab-panel" shouldForceMount={keepsPanels}>
            {content}
          </TabPanel>
        ))}
      </TabPanels>
    </RacTabs>
  )
}
