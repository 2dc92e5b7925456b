// Rules between variables: which ones are required with which others.
import type { GroupName } from './variable-groups.ts'

type Variables = Record<string, string | undefined>

/** Functions by group that list the problems of the raw variables. */
export const RULES: { [Name in GroupName]?: (values: Variables) => string[] } = {
  auth: accountProblems,
  database: ({ DATABASE_URL, DATABASE_LISTEN_URL }) =>
    DATABASE_LISTEN_URL && !DATABASE_URL ? ['DATABASE_URL: is required with DATABASE_LISTEN_URL'] : [],
  storage: (values) => storeProblems(values, 'STORAGE'),
  backup: (values) => storeProblems(values, 'BACKUP_S3'),
  mail: mailProblems,
  alerts: ({ OPS_NOTIFY, SMTP_URL }) =>
    OPS_NOTIFY && !SMTP_URL ? ['SMTP_URL: is required with OPS_NOTIFY'] : [],
  identity: identityProblems,
  edge: edgeProblems,
  monitoring: ({ UMAMI_HOST, UMAMI_WEBSITE_ID }) =>
    !UMAMI_HOST === !UMAMI_WEBSITE_ID ? [] : ['UMAMI_HOST, UMAMI_WEBSITE_ID: set both or neither'],
  deploy: deployProblems,
}

function accountProblems(values: Variables): string[] {
  const problems: string[] = []
  if (values.DATABASE_URL && !values.JWT_SECRET) problems.push('JWT_SECRET: is required with DATABASE_URL')
  if (values.JWT_SECRET_PREVIOUS && !values.JWT_SECRET)
    problems.push('JWT_SECRET: is required with JWT_SECRET_PREVIOUS')
  if (values.ADMIN_PASSWORD && !values.ADMIN_EMAIL)
    problems.push('ADMIN_EMAIL: is required with ADMIN_PASSWORD')
  if (values.DATABASE_URL && values.ADMIN_EMAIL && !values.ADMIN_PASSWORD)
    problems.push('ADMIN_PASSWORD: is required with ADMIN_EMAIL')
  return problems
}

// The rest has no effect without a server, and somebody would wait for mails in vain.
function mailProblems({ SMTP_URL, MAIL_FROM, CONTACT_NOTIFY }: Variables): string[] {
  return Object.entries({ MAIL_FROM, CONTACT_NOTIFY })
    .filter(([, value]) => value && !SMTP_URL)
    .map(([name]) => `SMTP_URL: is required with ${name}`)
}

function edgeProblems(values: Variables): string[] {
  const { CDN_PURGE: kind } = values
  if (!kind)
    return ['CDN_PURGE_URLS', 'CDN_PURGE_ZONE', 'CDN_PURGE_TOKEN']
      .filter((name) => values[name])
      .map((name) => `CDN_PURGE: is required with ${name}`)
  const needed = kind === 'varnish' ? ['CDN_PURGE_URLS'] : ['CDN_PURGE_ZONE', 'CDN_PURGE_TOKEN']
  return ['CDN_MAX_AGE_SECONDS', ...needed]
    .filter((name) => !values[name] || values[name] === '0')
    .map((name) => `${name}: is required with CDN_PURGE=${kind}`)
}

const FLAGS = new Set(['OIDC_ONLY', 'OIDC_ID_TOKEN_HINT'])

// The rest has no effect without an issuer, and content admins would silently be procurement admins.
function identityProblems(values: Variables): string[] {
  const { OIDC_ISSUER, OIDC_AUDIENCE, ...others } = values
  if (OIDC_ISSUER) return OIDC_AUDIENCE ? [] : ['OIDC_AUDIENCE: is required with OIDC_ISSUER']
  return Object.entries({ OIDC_AUDIENCE, ...others })
    .filter(([name, value]) => name.startsWith('OIDC_') && value && !(FLAGS.has(name) && value === 'false'))
    .map(([name]) => `OIDC_ISSUER: is required with ${name}`)
}

// All four variables of an S3 store, or none.
function storeProblems(values: Variables, prefix: string): string[] {
  const names = ['ENDPOINT', 'ACCESS_KEY', 'SECRET_KEY', 'BUCKET'].map((name) => `${prefix}_${name}`)
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === names.length) return []
  const present = names.filter((name) => values[name])
  return missing.map((name) => `${name}: is required with ${present.join(' and ')}`)
}

function deployProblems(values: Variables): string[] {
  const problems: string[] = []
  if (values.DEPLOY_WEBHOOK_SECRET === undefined) problems.push('DEPLOY_WEBHOOK_SECRET: is required')
  if (!values.API_HOST && !values.DEPLOY_READY_URL)
    problems.push('DEPLOY_READY_URL: is required unless API_HOST is set')
  return problems
}
