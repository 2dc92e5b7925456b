import type { ReactElement, ReactNode } from 'react'
import {
  MenuTrigger,
  Popover,
  Menu as RacMenu,
  MenuItem as RacMenuItem,
  type MenuItemProps as RacMenuItemProps,
  Separator,
} from 'react-aria-components'
import { Icon, type IconName } from './icon.tsx'

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement
  label: string
  onAction?: (key: string) => void
  children: ReactNode
}

export function Menu({ trigger, label, onAction, children }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="popover" offset={4}>
        <RacMenu className="menu" aria-label={label} onAction={(key) => onAction?.(String(key))}>
          {children}
        </RacMenu>
      </Popover>
    </MenuTrigger>
  )
}

export function MenuItem({
  icon,
  isDangerous,
  children,
  ...props
}: Omit<RacMenuItemProps, 'className' | 'children'> & {
  icon?: IconName
  isDangerous?: boolean
  children: string
}) {
  return (
    <RacMenuItem
      {...props}
      textValue={children}
      className={isDangerous ? 'menu-item menu-item-danger' : 'menu-item'}
    >
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
    </RacMenuItem>
  )
}

export const MenuSeparator = () => <Separator className="menu-separator" />
