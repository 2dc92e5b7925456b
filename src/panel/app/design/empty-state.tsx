import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type EmptyStateProps = { icon: IconName; title: string; children?: ReactNode; action?: ReactNode }

/** Replaces a list without entries: says what belongs there and offers the way to it. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className="empty-state">
    <span className="empty-state-icon">
      <Icon name={icon} size={28} />
    </span>
    <p className="empty-state-title">{title}</p>
    {children && <div className="empty-state-text">{children}</div>}
    {action}
  </div>
)
