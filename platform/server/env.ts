import { z } from 'zod'
import { BadSettings } from '../../postgres/bad-settings.ts'

const ofStore = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

const url = z.url({ protocol: /^postgres(ql)?$/ })

/** Every setting of the server. `.env.example` explains each; a test keeps the two in sync. */
const settings = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    HOST: z.string().optional(),
    DATA_DIR: z.string().min(1).default('data'),
    DATABASE_URL: url.optional(),
    APP_DATABASE_URL: url.optional(),
    AUDITOR_DATABASE_URL: url.optional(),
    CELL: z.coerce.number().int().min(0).max(8999).default(0),
    SIGNING_SECRET: z.string().min(32).optional(),
    SECRET_KEY: z.string().min(32).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    TRUST_PROXY: z.string().optional(),
    METRICS_TOKEN: z.string().min(16).optional(),
    CONTACT_PHONE: z.string().max(40).optional(),
    CONTACT_EMAIL: z.email().optional(),
    CONTACT_CHAT: z.string().max(300).optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().max(200).default('Tallyhouse <no-reply@localhost>'),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    S3_REGION: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .optional(),
    S3_ACCESS_KEY: z.string().min(3).max(200).optional(),
    S3_SECRET_KEY: z.string().min(3).max(200).optional(),
    WMS_ROLE: z.enum(['all', 'web']).default('all'),
    OUTBOUND_TEST_HOSTS: z
      .string()
      .regex(/^(127\.0\.0\.1|localhost)(:\d{1,5})?(,(127\.0\.0\.1|localhost)(:\d{1,5})?)*$/)
      .optional(),
  })
  .refine((env) => !env.DATABASE_URL || env.APP_DATABASE_URL, {
    path: ['APP_DATABASE_URL'],
    message: 'is required with DATABASE_URL: the role of the server',
  })
  .refine((env) => !env.DATABASE_URL || env.SIGNING_SECRET, {
    path: ['SIGNING_SECRET'],
    message: 'is required with DATABASE_URL: at least 32 characters, the same on every server',
  })
  .superRefine((env, context) => {
    const missing = ofStore.filter((name) => !env[name])
    if (missing.length === 0 || missing.length === ofStore.length) return
    for (const name of missing) {
      context.addIssue({ code: 'custom', path: [name], message: 'is required with the other S3 settings' })
    }
  })

export type Env = z.output<typeof settings>
export const settingNames = Object.keys(settings.shape)

/** Parses the environment, or reports each problem in one line. */
export function readEnv(from: NodeJS.ProcessEnv): Env {
  const given = Object.fromEntries(settingNames.map((name) => [name, from[name] || undefined]))
  const read = settings.safeParse(given)
  if (read.success) return read.data
  const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new BadSettings(`Invalid settings:\n${lines.join('\n')}`)
}

/** The public URL of this server. */
export const homeOf = (env: Env) => env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
