import { Fragment, type ReactElement, type RefObject } from 'react'
import { Menu, MenuItem, Popover, Separator } from 'react-aria-components'
import { Icon, type IconName } from './icon.tsx'

export type MenuEntry = {
  id: string
  label: string
  icon?: IconName | ReactElement
  /** The shortcut as people write it: `Ctrl+B`. */
  keys?: string | undefined
  className?: string
  isDangerous?: boolean
  isDisabled?: boolean
  /** Stands apart from the entry before it. */
  isApart?: boolean
}

/** Entries that do not apply may be left out with `false`. */
export type MenuEntries = readonly (MenuEntry | false | null)[]

export type MenuListProps = {
  label: string
  entries: MenuEntries
  onAction?: (id: string) => void
  /** The entries that are on, for a menu of choices; it stays open unless `closesOnSelect`. */
  selected?: readonly string[]
  onSelect?: (ids: string[]) => void
  closesOnSelect?: boolean
}

export type MenuPopoverProps = MenuListProps & { anchor: RefObject<Element | null>; onClose: () => void }

export function MenuPopover({
  anchor,
  onClose,
  label,
  entries,
  onAction,
  selected,
  onSelect,
  closesOnSelect = !selected,
}: MenuPopoverProps) {
  return (
    <Popover
      className="popover"
      aria-label={label}
      offset={4}
      triggerRef={anchor}
      trigger="MenuTrigger"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Menu
        className="menu"
        aria-label={label}
        autoFocus="first"
        onClose={onClose}
        onAction={(key) => onAction?.(String(key))}
        {...(selected && {
          selectionMode: 'multiple' as const,
          selectedKeys: selected,
          onSelectionChange: (keys: 'all' | Set<number | string>) =>
            keys !== 'all' && onSelect?.([...keys].map(String)),
        })}
        shouldCloseOnSelect={closesOnSelect}
      >
        {entries.map(
          (entry) =>
            entry && (
              <Fragment key={entry.id}>
                {entry.isApart && <Separator className="menu-separator" />}
                <Entry {...entry} isChoice={selected !== undefined} />
              </Fragment>
            ),
        )}
      </Menu>
    </Popover>
  )
}

function Entry({
  id,
  label,
  icon,
  keys,
  className = '',
  isDangerous,
  isDisabled,
  isChoice,
}: MenuEntry & { isChoice: boolean }) {
  return (
    <MenuItem
      id={id}
      textValue={label}
      {...(isDisabled && { isDisabled })}
      className={`menu-item ${isDangerous ? 'menu-item-danger' : ''} ${className}`.trim()}
    >
      {({ isSelected }) => (
        <>
          {isChoice && !icon && (
            <span className="menu-check">{isSelected && <Icon name="check" size={16} />}</span>
          )}
          {typeof icon === 'string' ? <Icon name={icon} size={16} /> : icon}
          <span className="option-text">{label}</span>
          {keys && <kbd className="menu-keys">{keys}</kbd>}
        </>
      )}
    </MenuItem>
  )
}
