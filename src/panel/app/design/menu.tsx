// Menus. A menu's entries are data, so that the script of menus is loaded when the first button of one is reached.
import { type ReactElement, type ReactNode, type RefObject, useRef, useState } from 'react'
import type { ButtonProps } from 'react-aria-components'
import type { IconName } from './icon.tsx'
import { lazyPart } from './lazy-part.tsx'

export type MenuEntry = {
  id: string
  label: string
  icon?: IconName | ReactElement
  /** As it is written for people: `Ctrl+B`. */
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

const load = () => import('./menu-popover.tsx')
/** Loads the script of menus, when one is about to be opened. */
export const prepareMenus = () => void load().catch(() => {})
const MenuPopover = lazyPart(() => load().then((module) => module.MenuPopover))

/** What the button that opens a menu must be given. */
export type TriggerProps = Pick<ButtonProps, 'onPress' | 'onKeyDown' | 'onHoverStart' | 'onFocus'> & {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
}

type MenuProps = MenuListProps & { trigger: (props: TriggerProps) => ReactNode }

export function Menu({ trigger, ...list }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onPress: () => setOpen(true),
        onKeyDown: (event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true)
          else event.continuePropagation()
        },
        onHoverStart: prepareMenus,
        onFocus: prepareMenus,
      })}
      {isOpen && <OpenMenu {...list} anchor={button} onClose={() => setOpen(false)} />}
    </>
  )
}

type OpenMenuProps = MenuListProps & { anchor: RefObject<Element | null>; onClose: () => void }

/** A menu that is open now, beside an element. */
export const OpenMenu = (props: OpenMenuProps) => <MenuPopover {...props} />
