import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { isOffline, subscribeToReachability } from '../api/session-fetch.ts'

type Script<Props> = { load: () => Promise<ComponentType<Props>>; loaded: ComponentType<Props> | null }
type PartProps<Props> = { script: Script<Props>; props: Props; fallback: ReactNode }

/**
 * A part of a screen whose script is loaded when it is first shown. Unlike with React's `lazy`, a script that cannot be
 * loaded leaves the rest of the screen as it is, such as a form with unsaved changes; it is tried again when the service can
 * be reached.
 */
export function lazyPart<Props extends object>(
  load: Script<Props>['load'],
  fallback: ReactNode = null,
): ComponentType<Props> {
  const script: Script<Props> = { load, loaded: null }
  return (props) => createElement(Part<Props>, { script, props, fallback })
}

function Part<Props extends object>({ script, props, fallback }: PartProps<Props>) {
  const [Loaded, setLoaded] = useState(() => script.loaded)
  useEffect(() => {
    if (script.loaded) return
    let isGone = false
    const attempt = async () => {
      try {
        script.loaded = await script.load()
      } catch {
        return
      }
      const { loaded } = script
      if (!isGone) setLoaded(() => loaded)
    }
    void attempt()
    const stop = subscribeToReachability(() => {
      if (!isOffline() && !script.loaded) void attempt()
    })
    return () => {
      isGone = true
      stop()
    }
  }, [script])
  return Loaded ? <Loaded {...props} /> : fallback
}
