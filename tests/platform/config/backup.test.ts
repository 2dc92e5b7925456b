import { expect, test } from 'bun:test'
import { toBackupConfig } from '../../../src/platform/config/backup-config.ts'
import { EnvironmentError, parseEnv, SERVICE } from '../../../src/platform/config/env.ts'

const configOf = (env: Record<string, string>) => toBackupConfig(parseEnv(env, ['backup']).backup)

test('defaults: daily, both databases, kept for 14 days, no off-site copy', () => {
  expect(configOf({})).toEqual({
    intervalMs: 86_400_000,
    directory: './backups',
    keepDays: 14,
    databases: ['procurement', 'casdoor'],
    ownerUrls: [],
    restoreDisk: null,
    metricsPort: 9101,
    offSite: null,
  })
})

test.each<[string, string]>([
  ['BACKUP_KEEP_DAYS', '0'],
  ['BACKUP_KEEP_DAYS', '-3'],
  ['BACKUP_KEEP_DAYS', 'abc'],
  ['BACKUP_KEEP_DAYS', '1.5'],
  ['BACKUP_KEEP_DAYS', '99999999999'],
  ['BACKUP_INTERVAL_SECONDS', '0'],
  ['BACKUP_INTERVAL_SECONDS', '-1'],
  ['BACKUP_INTERVAL_SECONDS', '1e3'],
  ['BACKUP_DATABASES', ','],
  ['BACKUP_DATABASES', 'procurement,procurement'],
  ['BACKUP_DATABASES', '../etc'],
  ['BACKUP_DATABASES', "x' host=evil"],
  ['BACKUP_DATABASES', 'a'.repeat(39)],
  ['BACKUP_METRICS_PORT', '70000'],
  ['BACKUP_S3_BUCKET', 'Bad Bucket'],
])('%s=%s is refused with the name of the variable', (name, value) => {
  let problems: string[] = []
  try {
    configOf({ [name]: value })
  } catch (error) {
    problems = (error as EnvironmentError).problems
  }
  expect(problems).not.toEqual([])
  for (const problem of problems) expect(problem).toMatch(/^BACKUP_/)
  expect(problems.join()).toContain(name)
})

test('the off-site store needs all four variables or none', () => {
  expect(() => configOf({ BACKUP_S3_ENDPOINT: 'https://s3.example.com' })).toThrow(
    'BACKUP_S3_SECRET_KEY: is required',
  )
})

test('the service ignores the variables of the backup process', () => {
  expect(() => parseEnv({ BACKUP_KEEP_DAYS: 'abc', API_HOST: 'a b' }, SERVICE)).not.toThrow(EnvironmentError)
})
