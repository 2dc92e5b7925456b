import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type NoticeProps = {
  icon: IconName
  tone?: 'warning' | 'danger'
  /** Buttons at its end. */
  action?: ReactNode
  children: ReactNode
}

/** A text that stays in the page, with what can be done about it. */
export const Notice = ({ icon, tone, action, children }: NoticeProps) => (
  <div className={tone ? `notice notice-${tone}` : 'notice'}>
    <Icon name={icon} />
    <div className="notice-text">{children}</div>
    {action && <div className="notice-actions">{action}</div>}
  </div>
)
