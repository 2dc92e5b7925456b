import type { RefObject } from 'react'
import { ListBox, ListBoxItem, Popover } from 'react-aria-components'

export type Option = { id: string; label: string; detail?: string }

type OptionPopoverProps = {
  anchor: RefObject<HTMLElement | null>
  label: string
  options: readonly Option[]
  value: string | null
  onChange: (value: string) => void
  onClose: () => void
}

export function OptionPopover({ anchor, label, options, value, onChange, onClose }: OptionPopoverProps) {
  return (
    <Popover
      className="popover"
      aria-label={label}
      offset={4}
      placement="bottom start"
      triggerRef={anchor}
      trigger="Select"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <ListBox
        className="listbox"
        aria-label={label}
        autoFocus="first"
        selectionMode="single"
        selectedKeys={value === null ? [] : [value]}
        onSelectionChange={(keys) => {
          // Empty when the present choice was chosen again.
          const [key] = keys === 'all' ? [] : keys
          if (key !== undefined) onChange(String(key))
          onClose()
        }}
      >
        {options.map((option) => (
          <ListBoxItem key={option.id} id={option.id} textValue={option.label} className="option">
            <span className="option-text">{option.label}</span>
            {option.detail && <span className="option-detail">{option.detail}</span>}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  )
}
