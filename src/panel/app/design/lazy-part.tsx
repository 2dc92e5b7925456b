import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import { setScriptMissing } from '../api/missing-scripts.ts'
import { isOffline, subscribeToReachability } from '../api/session-fetch.ts'
import { untilReady } from './use-ready.ts'

type Load<Props> = () => Promise<ComponentType<Props>>
type LazyComponent<Props> = ComponentType<Props> & {
  /** Begins to load the script before it is shown. */
  prepare: () => void
}

type Script<Props> = { load: () => Promise<void>; loaded: ComponentType<Props> | null }
type LazyProps<Props> = { script: Script<Props>; props: Props; fallback: ReactNode }

function lazyComponent<Props extends object>(
  load: Load<Props>,
  fallback: ReactNode,
  Shown: typeof Screen<Props>,
): LazyComponent<Props> {
  const script: Script<Props> = {
    loaded: null,
    async load() {
      script.loaded ??= await load()
    },
  }
  return Object.assign((props: Props) => createElement(Shown, { script, props, fallback }), {
    prepare: () => void script.load().catch(() => {}),
  })
}

/**
 * A screen whose script is loaded when it is first shown. React's `lazy` takes 300 ms longer: what follows a fallback of
 * `Suspense` is held back for that time. A script that cannot be loaded throws to the error boundary around the screen.
 */
export const lazyScreen = <Props extends object>(load: Load<Props>, fallback: ReactNode = null) =>
  lazyComponent(load, fallback, Screen<Props>)

/**
 * A part of a screen whose script is loaded when it is first shown. Unlike with React's `lazy`, a script that cannot be
 * loaded leaves the rest of the screen as it is, such as a form with unsaved changes; it is tried again when the service can
 * be reached, and the page says if it is still missing.
 */
export const lazyPart = <Props extends object>(load: Load<Props>, fallback: ReactNode = null) =>
  lazyComponent(load, fallback, Part<Props>)

/** A part that a screen does not begin with: loaded by itself once the screen can be used. */
export const laterPart = <Props extends object>(load: Load<Props>, fallback: ReactNode = null) =>
  lazyPart(() => untilReady().then(load), fallback)

/** The component of the script, once it is loaded, and the error of the last attempt. */
function useScript<Props>(script: Script<Props>, isPart: boolean) {
  const [Loaded, setLoaded] = useState(() => script.loaded)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  useEffect(() => {
    // It may have arrived since this was rendered.
    if (script.loaded) return setLoaded(() => script.loaded)
    let isGone = false
    const part = {}
    const attempt = () =>
      script.load().then(
        () => {
          setScriptMissing(part, false)
          if (!isGone) setLoaded(() => script.loaded)
        },
        (error) => {
          if (isGone) return
          setFailure({ error })
          if (isPart) setScriptMissing(part, true)
        },
      )
    void attempt()
    const stop = subscribeToReachability(() => {
      if (isPart && !isOffline() && !script.loaded) void attempt()
    })
    return () => {
      isGone = true
      setScriptMissing(part, false)
      stop()
    }
  }, [script, isPart])
  return { Loaded, failure }
}

function Screen<Props extends object>({ script, props, fallback }: LazyProps<Props>) {
  const { Loaded, failure } = useScript(script, false)
  if (failure) throw failure.error
  return Loaded ? <Loaded {...props} /> : fallback
}

function Part<Props extends object>({ script, props, fallback }: LazyProps<Props>) {
  const { Loaded } = useScript(script, true)
  if (!Loaded) return fallback
  // Its texts may still be loading.
  return (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  )
}
