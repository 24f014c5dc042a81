import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { StartRefused } from '../refusal';
import { durationSchema } from './duration';

const templateSchema = z.object({ subject: z.string().min(1), content_path: z.string().min(1) });

/** Mails that GoTrue sends, by the name that config.toml gives them. */
const TEMPLATES = ['confirmation', 'recovery', 'email_change', 'invite'] as const;
export type TemplateName = (typeof TEMPLATES)[number];

const configSchema = z.object({
  api: z.object({
    schemas: z.array(z.string()).default(['public']),
    extra_search_path: z.array(z.string()).default(['public', 'extensions']),
    max_rows: z.int().positive().default(1000),
  }),
  db: z.object({
    migrations: z.object({ schema_paths: z.array(z.string()).default([]) }).default({ schema_paths: [] }),
    seed: z
      .object({ enabled: z.boolean().default(true), sql_paths: z.array(z.string()).default(['./seed.sql']) })
      .default({ enabled: true, sql_paths: ['./seed.sql'] }),
  }),
  auth: z.object({
    site_url: z.url(),
    additional_redirect_urls: z.array(z.string()).default([]),
    jwt_expiry: z.int().positive().default(3600),
    enable_signup: z.boolean().default(true),
    enable_refresh_token_rotation: z.boolean().default(true),
    refresh_token_reuse_interval: z.int().min(0).default(10),
    minimum_password_length: z.int().min(6).default(6),
    password_requirements: z.string().default(''),
    email: z.object({
      enable_signup: z.boolean().default(true),
      enable_confirmations: z.boolean(),
      double_confirm_changes: z.boolean().default(true),
      secure_password_change: z.boolean().default(false),
      max_frequency: durationSchema.default(60_000),
      otp_length: z.int().min(6).max(10).default(6),
      otp_expiry: z.int().positive().default(3600),
      template: z.object({
        confirmation: templateSchema,
        recovery: templateSchema,
        email_change: templateSchema,
        invite: templateSchema,
      } satisfies Record<TemplateName, typeof templateSchema>),
    }),
    // A project that does not name it has it, as a hosted one.
    mfa: z
      .object({
        max_enrolled_factors: z.int().positive().default(10),
        totp: z.object({ enroll_enabled: z.boolean(), verify_enabled: z.boolean() }),
      })
      .default({ max_enrolled_factors: 10, totp: { enroll_enabled: true, verify_enabled: true } }),
    rate_limit: z.object({
      email_sent: z.int().positive().default(30),
      token_refresh: z.int().positive().default(150),
      sign_in_sign_ups: z.int().positive().default(30),
      token_verifications: z.int().positive().default(30),
    }),
  }),
  storage: z.object({ file_size_limit: z.string().default('50MiB') }).default({ file_size_limit: '50MiB' }),
});

/** What the backend reads from `supabase/config.toml`; the file may say more, for the hosted project alone. */
export type ProjectConfig = z.infer<typeof configSchema>;

/** A Supabase project on disk. */
export interface Project {
  /** The `supabase` folder. */
  readonly folder: string;
  readonly config: ProjectConfig;
}

/**
 * Reads `config.toml` of a Supabase project.
 *
 * @param folder The `supabase` folder.
 * @throws {@link StartRefused} that names the setting which is missing or wrong.
 */
export function readProject(folder: string): Project {
  const file = path.join(folder, 'config.toml');
  if (!existsSync(file)) throw new StartRefused(`${file} is missing.`, 'Start from a complete checkout.');
  let raw: unknown;
  try {
    raw = parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new StartRefused(`${file} is not valid TOML.`, cause instanceof Error ? cause.message : '', { cause });
  }
  const parsed = configSchema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartRefused(`${file}: ${issue?.path.join('.')} cannot be used.`, `${issue?.message}.`);
  }
  return { folder, config: parsed.data };
}

/** Absolute path of something that config.toml names; template paths count from the folder above `supabase`. */
export function templateFile(project: Project, name: TemplateName): string {
  return path.resolve(project.folder, '..', project.config.auth.email.template[name].content_path);
}
