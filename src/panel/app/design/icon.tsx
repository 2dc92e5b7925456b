import type { iconPaths } from './icon-paths.ts'

// Those of the sign-in screen; the frame adds all others.
const firstPaths = {
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 4 6 4 9s-1 6-4 9c-3-3-4-6-4-9s1-6 4-9Z',
  warning: 'M12 3 2 20h20zM12 10v4M12 17v.01',
}

export type IconName = keyof typeof iconPaths | keyof typeof firstPaths

const paths: { [Name in IconName]?: string } = firstPaths

export const addIcons = (more: typeof iconPaths) => Object.assign(paths, more)

/** Hidden from screen readers; the control around it needs a name of its own. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  const mirrored =
    name === 'chevron-end' || name === 'chevron-start' || name === 'sign-out' || name === 'undo'
  return (
    <svg
      className={mirrored ? 'icon icon-directional' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'drag' ? 2.5 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
