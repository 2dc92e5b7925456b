import type { ReactNode } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components'

/** The button decides when its tooltip is shown; the library's tooltip reads this from the trigger that it expects. */
const SHOWN = { isOpen: true, shouldSkipAnimation: false, open() {}, close() {} }

export const HintBubble = ({ anchor, children }: { anchor: Element; children: ReactNode }) => (
  <TooltipTriggerStateContext value={SHOWN}>
    <Tooltip className="tooltip" offset={6} isOpen triggerRef={{ current: anchor }}>
      {children}
    </Tooltip>
  </TooltipTriggerStateContext>
)
