import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

type Script<Props> = { load: () => Promise<ComponentType<Props>>; loaded: ComponentType<Props> | null }
type ScreenProps<Props> = { script: Script<Props>; props: Props; fallback: ReactNode }

/**
 * A screen whose script is loaded when it is first shown. React's `lazy` takes 300 ms longer: what follows a fallback of
 * `Suspense` is held back for that time. A script that cannot be loaded throws to the error boundary around the screen, and
 * is asked for again when the screen is shown again.
 */
export function lazyScreen<Props extends object>(
  load: Script<Props>['load'],
  fallback: ReactNode = null,
): ComponentType<Props> {
  const script: Script<Props> = { load, loaded: null }
  return (props) => createElement(Screen<Props>, { script, props, fallback })
}

function Screen<Props extends object>({ script, props, fallback }: ScreenProps<Props>) {
  const [Loaded, setLoaded] = useState(() => script.loaded)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  useEffect(() => {
    if (script.loaded) return
    let isGone = false
    script.load().then(
      (loaded) => {
        script.loaded = loaded
        if (!isGone) setLoaded(() => loaded)
      },
      (error) => isGone || setFailure({ error }),
    )
    return () => {
      isGone = true
    }
  }, [script])
  if (failure) throw failure.error
  return Loaded ? <Loaded {...props} /> : fallback
}
