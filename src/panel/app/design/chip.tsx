import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Icon } from './icon.tsx'

export type ChipTone = 'neutral' | 'accent' | 'good' | 'warning' | 'danger'

type ChipProps = {
  tone?: ChipTone
  children: ReactNode
  /** Shows a button that removes the chip; `removeLabel` is its name. */
  onRemove?: () => void
  removeLabel?: string
}

export function Chip({ tone = 'neutral', children, onRemove, removeLabel }: ChipProps) {
  return (
    <span className={`chip chip-${tone}`}>
      {children}
      {onRemove && (
        <Button className="chip-remove" aria-label={removeLabel ?? ''} onPress={onRemove}>
          <Icon name="close" size={14} />
        </Button>
      )}
    </span>
  )
}
