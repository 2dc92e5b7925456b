import type { ReactNode } from 'react'

type CardProps = { title: string; action?: ReactNode; className?: string; children: ReactNode }

/** A part of a screen with a heading of its own. */
export const Card = ({ title, action, className = '', children }: CardProps) => (
  <section className={`card ${className}`} aria-label={title}>
    <div className="card-header">
      <h2>{title}</h2>
      {action}
    </div>
    <div className="card-body">{children}</div>
  </section>
)

/** A name and its value in a list `dl.facts`. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
