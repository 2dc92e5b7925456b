import { useEffect, useRef, useState } from 'react'
import type { AnyRecord } from '../../app/api/record-api.ts'
import type { Values } from '../../records/form-values.ts'
import { looksSame } from './save-queue.ts'
import { SaveRunner, type SaveRunnerParts } from './save-runner.ts'

/** One runner for the life of the form, which uses the functions of the latest render. */
export function useSaveRunner(parts: Omit<SaveRunnerParts<Values, AnyRecord>, 'onChange'>) {
  const latest = useRef(parts)
  latest.current = parts
  const [runner] = useState(
    () =>
      new SaveRunner<Values, AnyRecord>({
        isDirty: () => latest.current.isDirty(),
        isReady: () => latest.current.isReady(),
        send: (attempt) => latest.current.send(attempt),
        onChange: (queue) => {
          if (!looksSame(queue, shown.current)) setQueue(queue)
          shown.current = queue
        },
      }),
  )
  const [queue, setQueue] = useState(runner.queue)
  const shown = useRef(queue)
  useEffect(() => () => runner.close(), [runner])
  return { runner, queue }
}
