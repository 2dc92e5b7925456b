// Variables of the backup process and the deploy receiver. The descriptions are the configuration table.
import { z } from 'zod'
import {
  bucket,
  command,
  databaseName,
  flag,
  list,
  nonBlank,
  port,
  postgresUrl,
  seconds,
  url,
  wholeNumber,
} from './env-fields.ts'

export const stackGroups = {
  backup: z.object({
    BACKUP_INTERVAL_SECONDS: wholeNumber(1, 31_536_000).default(86_400).describe('seconds between backups'),
    BACKUP_DIR: z.string().default('./backups').describe('directory of the dumps'),
    BACKUP_KEEP_DAYS: wholeNumber(1, 36_500)
      .default(14)
      .describe('days to keep dumps; the newest good dump of a database is always kept'),
    BACKUP_DATABASES: list(databaseName)
      .default(['procurement', 'casdoor'])
      .refine((names) => names.length > 0, 'must name at least one database')
      .refine((names) => new Set(names).size === names.length, 'must name each database only once')
      .describe('databases to dump from the server of `DATABASE_URL`; comma-separated'),
    RESTORE_OWNER_URLS: list(postgresUrl)
      .default([])
      .describe('logins of the databases’ owners, which load the dumps of a restore; comma-separated'),
    RESTORE_DISK: z
      .string()
      .optional()
      .describe(
        'directory on the disk of the database server: a restore or drill there that needs more room is refused; unset: not checked',
      ),
    BACKUP_METRICS_PORT: port
      .default(9101)
      .describe('port of `/metrics` and `/health` of the backup process'),
    BACKUP_S3_ENDPOINT: url
      .optional()
      .describe('S3 endpoint for off-site copies of the dumps; unset with the next three: off'),
    BACKUP_S3_ACCESS_KEY: z.string().optional().describe('S3 access key for off-site copies'),
    BACKUP_S3_SECRET_KEY: z.string().optional().describe('S3 secret key for off-site copies'),
    BACKUP_S3_BUCKET: bucket.optional().describe('S3 bucket for off-site copies; must exist'),
    BACKUP_S3_REGION: z.string().default('us-east-1').describe('S3 region for off-site copies'),
  }),
  stack: z.object({
    API_HOST: z
      .string()
      .regex(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, 'must be a host such as api.example.com')
      .optional()
      .describe('public host of the service; a deploy polls `https://$API_HOST/health/ready`'),
    DEPLOY_READY_URL: url.optional().describe('readiness URL that a deploy polls instead'),
    DEPLOY_REPO_DIR: z.string().default('.').describe('checkout of the stack, with the remote `origin`'),
  }),
  deploy: z.object({
    DEPLOY_WEBHOOK_SECRET: nonBlank
      .optional()
      .describe('key of the webhook signatures; required by `deploy-receiver`'),
    DEPLOY_STATUS_TOKEN: nonBlank
      .optional()
      .describe('bearer token of `GET /deploys`; unset: those routes answer 404'),
    DEPLOY_PORT: port.default(9000).describe('port of the deploy receiver'),
    DEPLOY_METRICS_PORT: port
      .default(9102)
      .describe('port of `/metrics` of the deploy receiver; do not expose it to the public'),
    DEPLOY_BRANCH: z
      .string()
      .regex(
        /^[A-Za-z0-9_](?!.*(?:\.\.|\/\/|\.lock$|[./]$))[A-Za-z0-9_./-]*$/,
        'must be a branch name such as production',
      )
      .default('production')
      .describe('branch to deploy'),
    DEPLOY_STATE_DIR: z
      .string()
      .default('./data/deploy')
      .describe('directory of the receiver’s deploy history; one process at a time'),
    DEPLOY_BUILD: command
      .default(['docker', 'compose', 'build'])
      .describe('build command as a JSON array of arguments, run in the checkout with `GIT_COMMIT` set'),
    DEPLOY_UP: command
      .default(['docker', 'compose', 'up', '-d'])
      .describe('command that starts the new version, as a JSON array of arguments'),
    DEPLOY_BUILD_TIMEOUT_SECONDS: seconds(1, 86_400)
      .default(1_800)
      .describe('time limit for fetching, building and starting together, in seconds'),
    DEPLOY_READY_TIMEOUT_SECONDS: seconds(1, 86_400)
      .default(300)
      .describe('time limit for the new version to become ready, in seconds'),
    DEPLOY_READY_INTERVAL_SECONDS: seconds(0.05, 60).default(2).describe('seconds between readiness polls'),
    DEPLOY_AUTO_ROLLBACK: flag
      .default(false)
      .describe('roll back to the previous version when a new one does not become ready'),
  }),
} as const
