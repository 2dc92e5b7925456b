import { expect, test } from 'bun:test'
import { nameProblems, parseEnv } from '../../../src/platform/config/env.ts'

test.each([
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['JWT_SECRETS', 'JWT_SECRET'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['SITE_ULR', 'SITE_URL'],
  ['data_dir', 'DATA_DIR'],
  ['corsOrigins', 'CORS_ORIGINS'],
  ['BACKUP-DIR', 'BACKUP_DIR'],
])('%s is named as a misspelling of %s', (name, intended) => {
  expect(nameProblems({ [name]: 'x' })).toEqual([`${name} is not a setting; did you mean ${intended}?`])
})

test('other variables, ours, their files and empty ones are left alone', () => {
  const common = [
    'HOME',
    'PATH',
    'POST',
    'HOSTNAME',
    'PGHOST',
    'SITE_HOST',
    'HTTP_PORT',
    'npm_package_name',
    'LANG',
  ]
  const environment = Object.fromEntries(
    [...common, 'CORS_ORIGINS', 'JWT_SECRET_FILE'].map((name) => [name, 'x']),
  )
  expect(nameProblems({ ...environment, CORS_ORIGIN: '' })).toEqual([])
})

test('an environment that is refused names them as well', () => {
  const environment = { DATABASE_URL: 'postgres://db/site', JWT_SECRETS: 'x' }
  expect(() => parseEnv(environment, ['auth'])).toThrow(
    'JWT_SECRET: is required with DATABASE_URL\n  JWT_SECRETS is not a setting; did you mean JWT_SECRET?',
  )
})
