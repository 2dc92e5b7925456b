import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import { isOffline, subscribeToReachability } from '../api/session-fetch.ts'
import { untilReady } from './use-ready.ts'

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

/** A part that a screen does not begin with: loaded by itself once the screen can be used. */
export const laterPart = <Props extends object>(
  load: Script<Props>['load'],
  fallback: ReactNode = null,
): ComponentType<Props> => lazyPart(() => untilReady().then(load), fallback)

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
  if (!Loaded) return fallback
  // Its texts may still be loading.
  return (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  )
}
