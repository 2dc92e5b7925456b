// Menus. A menu's entries are data, so that the script of menus is loaded when the first button of one is reached.
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { ButtonProps } from 'react-aria-components'
import { lazyPart } from './lazy-part.tsx'
import type { MenuListProps, MenuPopoverProps } from './menu-popover.tsx'

export type { MenuEntries, MenuEntry } from './menu-popover.tsx'

const load = () => import('./menu-popover.tsx')
/** Loads the script of menus, when one is about to be opened. */
export const prepareMenus = () => void load().catch(() => {})
const MenuPopover = lazyPart(() => load().then((module) => module.MenuPopover))

/** The props of a button that opens a menu. */
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

/** A menu that is open now, beside an element. */
export const OpenMenu = (props: MenuPopoverProps) => <MenuPopover {...props} />
