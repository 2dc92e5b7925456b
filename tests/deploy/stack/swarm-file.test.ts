// deploy/swarm/stack.yaml is made of compose.yaml and keeps what that promises.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { YAML } from 'bun'
import { makeStack, stackFile } from '../../../deploy/swarm/make-stack.ts'

const text = await Bun.file(stackFile).text()
const { services, secrets } = YAML.parse(text) as Record<string, Record<string, any>>

test('the file has what `bun deploy/swarm/make-stack.ts` makes', async () => {
  expect(YAML.parse(await makeStack())).toEqual(YAML.parse(text))
})

test('every service keeps its hardening, its secrets as files and bounded logs', async () => {
  const compose = YAML.parse(await Bun.file(join(import.meta.dir, '../../../compose.yaml')).text()) as any
  expect(Object.keys(services!).sort()).toEqual(['api', 'backup', 'casdoor', 'db', 'proxy', 'storage'])
  for (const [name, service] of Object.entries(services!)) {
    const { read_only, cap_drop, cap_add, user, secrets: used, logging } = compose.services[name]
    expect(service).toMatchObject({ read_only, cap_drop, logging })
    expect([service.cap_add, service.user, service.secrets]).toEqual([cap_add, user, used])
    expect(service.deploy.resources.limits).toEqual(compose.services[name].deploy.resources.limits)
    for (const secret of (used ?? []) as string[]) expect(secrets![secret].file).toStartWith('../../secrets/')
  }
})

test('replicas of the service are updated one at a time, new ones first; what holds a volume never runs twice', () => {
  for (const [name, { deploy }] of Object.entries(services!)) {
    const { order, parallelism } = deploy.update_config
    expect([name, order, parallelism]).toEqual([name, name === 'api' ? 'start-first' : 'stop-first', 1])
    expect(deploy.rollback_config.order).toBe(order)
  }
  expect(services!.api.deploy.update_config.failure_action).toBe('rollback')
})

test('no default is within a default, which a stack does not know', () => {
  expect(text).not.toMatch(/\$\{[^}]*\$\{/)
})
