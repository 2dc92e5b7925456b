import type { ReactNode } from 'react'
import { Tooltip } from 'react-aria-components'

export const HintBubble = ({ anchor, children }: { anchor: Element; children: ReactNode }) => (
  <Tooltip className="tooltip" offset={6} isOpen triggerRef={{ current: anchor }}>
    {children}
  </Tooltip>
)
