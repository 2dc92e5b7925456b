// The save queue of a record with keys, answers and timers in random order.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Failure, PAUSE_MS } from '../../../../src/panel/record/saving/save-queue.ts'
import { type Outcome, SaveRunner } from '../../../../src/panel/record/saving/save-runner.ts'

type Sent = {
  isAutosave: boolean
  extra: string | null
  text: number
  answer: (outcome: Outcome<number>) => void
}

/** A form whose text is a number that every key increases, and a service that answers when the test says so. */
function fakeForm() {
  const form = {
    text: 0,
    stored: 0,
    isReady: true,
    maxInFlight: 0,
    inFlight: [] as Sent[],
    sent: [] as Sent[],
    timer: null as { ms: number; fire: () => void } | null,
  }
  const runner = new SaveRunner<string, number>({
    isDirty: () => form.text !== form.stored,
    isReady: () => form.isReady,
    onChange: () => {},
    send: ({ isAutosave, extra }) =>
      new Promise((resolve) => {
        const request = { isAutosave, extra, text: form.text, answer: resolve }
        form.inFlight.push(request)
        form.sent.push(request)
        form.maxInFlight = Math.max(form.maxInFlight, form.inFlight.length)
      }),
    delay(fire, ms) {
      const timer = { ms, fire }
      form.timer = timer
      return () => {
        if (form.timer === timer) form.timer = null
      }
    },
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return Object.assign(form, {
    runner,
    type() {
      form.text++
      runner.tell({ type: 'typed' })
    },
    elapse() {
      const { timer } = form
      form.timer = null
      timer?.fire()
    },
    async succeed() {
      const request = form.inFlight.shift()
      if (!request) return
      form.stored = request.text
      request.answer({ stored: request.text })
      await settle()
    },
    async fail(failure: Failure, retryAfterMs?: number) {
      form.inFlight.shift()?.answer({ failure, ...(retryAfterMs !== undefined && { retryAfterMs }) })
      await settle()
    },
  })
}

function draft() {
  const form = fakeForm()
  form.runner.tell({ type: 'allowed', isAutomatic: true })
  return form
}

describe('a draft', () => {
  test('saves itself once after the last of several keys', async () => {
    const form = draft()
    for (let key = 0; key < 5; key++) form.type()
    expect([form.sent.length, form.timer?.ms]).toEqual([0, PAUSE_MS])
    form.elapse()
    await form.succeed()
    expect(form.sent).toMatchObject([{ isAutosave: true, text: 5 }])
    expect([form.timer, form.runner.queue.isDirty]).toEqual([null, false])
  })

  test('saves itself when a field is left, and then what was typed meanwhile', async () => {
    const form = draft()
    form.type()
    form.runner.tell({ type: 'left' })
    form.type()
    form.runner.tell({ type: 'left' })
    expect(form.sent).toHaveLength(1)
    await form.succeed()
    form.elapse()
    expect(form.sent).toMatchObject([{ text: 1 }, { text: 2 }])
  })

  test('waits until a new record is ready', () => {
    const form = draft()
    form.isReady = false
    form.type()
    form.elapse()
    form.runner.tell({ type: 'left' })
    expect(form.sent).toEqual([])
    form.isReady = true
    form.runner.tell({ type: 'left' })
    expect(form.sent).toHaveLength(1)
  })

  test('waits as long as the service asks, and keeps what was typed', async () => {
    const form = draft()
    form.type()
    form.elapse()
    await form.fail('failed', 42_000)
    expect([form.timer?.ms, form.runner.queue.isDirty]).toEqual([42_000, true])
    form.type()
    expect(form.timer?.ms).toBe(42_000)
    form.elapse()
    await form.succeed()
    expect(form.sent).toMatchObject([{ text: 1 }, { text: 2 }])
    expect(form.runner.queue.isDirty).toBe(false)
  })

  test('tries again after a failure, ever later, and at once when the service can be reached', async () => {
    const form = draft()
    form.type()
    const waits: (number | undefined)[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      form.elapse()
      await form.fail('offline')
      form.type()
      form.runner.tell({ type: 'left' })
      waits.push(form.timer?.ms)
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
    expect(form.inFlight).toEqual([])
    form.runner.tell({ type: 'reachable' })
    await form.succeed()
    expect(form.runner.queue).toMatchObject({ isDirty: false, lastFailure: null, failures: 0 })
  })

  test('opens no conflict under the hands of somebody who types, and holds at one that stays', async () => {
    const form = draft()
    form.type()
    form.elapse()
    form.type()
    form.runner.tell({ type: 'left' })
    await form.fail('conflict')
    expect(form.runner.queue.hold).toBeNull()
    form.elapse()
    await form.fail('conflict')
    form.type()
    form.runner.tell({ type: 'left' })
    expect([form.runner.queue.hold, form.timer, form.inFlight.length]).toEqual(['conflict', null, 0])
    void form.runner.save()
    await form.succeed()
    expect(form.runner.queue).toMatchObject({ hold: null, isDirty: false })
  })
})

describe('a published record', () => {
  test('is saved by the user only', async () => {
    const form = fakeForm()
    form.type()
    form.runner.tell({ type: 'left' })
    expect([form.timer, form.sent]).toEqual([null, []])
    const stored = form.runner.save('now')
    await form.succeed()
    expect([await stored, form.sent[0]?.extra]).toEqual([1, 'now'])
  })

  test('what the user saved while offline is sent later; a publication is not', async () => {
    const form = fakeForm()
    form.type()
    void form.runner.save()
    await form.fail('offline')
    form.runner.tell({ type: 'reachable' })
    expect(form.sent).toHaveLength(2)
    await form.succeed()
    void form.runner.save('publish')
    await form.fail('offline')
    form.runner.tell({ type: 'reachable' })
    expect([form.sent.length, form.timer]).toEqual([3, null])
  })
})

test('leaving the page sends what waits, and resolves when everything is answered', async () => {
  const form = draft()
  form.type()
  const flushed = form.runner.flush()
  await form.succeed()
  await flushed
  expect([form.sent.length, form.runner.queue.running]).toEqual([1, null])
})

test('in any order of keys, answers and timers: one request at a time, every save is answered, nothing is forgotten', async () => {
  const failure = fc.constantFrom<Failure>('offline', 'failed', 'refused', 'conflict', 'stopped')
  const action = fc.oneof(
    { weight: 6, arbitrary: fc.constant({ do: 'type' as const }) },
    { weight: 2, arbitrary: fc.constant({ do: 'leave' as const }) },
    { weight: 4, arbitrary: fc.constant({ do: 'elapse' as const }) },
    { weight: 2, arbitrary: fc.constant({ do: 'ask' as const }) },
    { weight: 5, arbitrary: fc.constant({ do: 'succeed' as const }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('fail' as const), failure }) },
    { weight: 1, arbitrary: fc.constant({ do: 'reach' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('allow' as const), isAutomatic: fc.boolean() }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
      const form = fakeForm()
      const { runner } = form
      const answers: number[] = []
      let asked = 0
      const ask = () => {
        const turn = ++asked
        void runner.save().then(() => answers.push(turn))
      }
      for (const one of actions) {
        const [before, sentBefore] = [runner.queue, form.sent.length]
        if (one.do === 'type') form.type()
        else if (one.do === 'leave') runner.tell({ type: 'left' })
        else if (one.do === 'elapse') form.elapse()
        else if (one.do === 'ask') ask()
        else if (one.do === 'succeed') await form.succeed()
        else if (one.do === 'fail') await form.fail(one.failure)
        else if (one.do === 'reach') runner.tell({ type: 'reachable' })
        else runner.tell({ type: 'allowed', isAutomatic: one.isAutomatic })
        const { isAutomatic, isDirty, running, hold, wait } = runner.queue
        expect(form.maxInFlight).toBeLessThanOrEqual(1)
        expect(form.inFlight).toHaveLength(running ? 1 : 0)
        const isNew = form.sent.length > sentBefore
        if (isNew && form.sent.at(-1)!.isAutosave)
          expect([before.hold, before.isAutomatic]).toEqual([null, true])
        // A record that may save itself always has its turn.
        if (isAutomatic && isDirty && hold === null && !running) expect(wait).not.toBeNull()
        expect(form.timer === null).toBe(wait === null)
      }
      ask()
      runner.tell({ type: 'allowed', isAutomatic: true })
      for (let turn = 0; turn < 50 && (form.inFlight.length > 0 || form.timer); turn++) {
        form.elapse()
        await form.succeed()
      }
      expect([form.stored, runner.queue.isDirty]).toEqual([form.text, false])
      expect(answers).toEqual(Array.from({ length: asked }, (_, index) => index + 1))
    }),
    { numRuns: 300, seed: 23 },
  )
})
