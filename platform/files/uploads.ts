import { z } from 'zod'
import { command, id, query } from '../calls/call.ts'
import { rule } from '../calls/problems.ts'
import { fill, type Text } from '../text/text.ts'

const MB = 1024 * 1024

export const uploadText = {
  imageTooLarge: { zh_CN: '图片大小超过限制', en_US: 'Image exceeds size limit' },
  fileTooLarge: { zh_CN: '文件不能超过 {max} MB', en_US: 'The file must not be larger than {max} MB' },
  wrongKind: { zh_CN: '只支持 {kinds} 文件', en_US: 'Only {kinds} files are supported' },
  notWhatItSays: {
    zh_CN: '文件内容与扩展名不符或已损坏',
    en_US: 'The file content doesn’t match its extension, or the file is damaged',
  },
  imageTooWide: { zh_CN: '图片尺寸过大', en_US: 'The image dimensions are too large' },
  failed: { zh_CN: '文件上传失败', en_US: 'File upload failed' },
  retry: { zh_CN: '上传失败，请重试', en_US: 'Upload failed, please retry' },
  gone: { zh_CN: '上传已过期，请重新选择文件', en_US: 'The upload has expired. Choose the file again.' },
  tooManyOpen: {
    zh_CN: '贵公司未传完的文件已超过 {max} MB，请先传完，或一天后再试',
    en_US: 'Your company has more than {max} MB of unfinished uploads. Finish them, or try again in a day.',
  },
  tooManyOfUser: {
    zh_CN: '您未传完的文件已超过 {max} MB，请先传完，或一天后再试',
    en_US: 'You have more than {max} MB of unfinished uploads. Finish them, or try again in a day.',
  },
  uploading: { zh_CN: '正在上传', en_US: 'Uploading' },
  incomplete: { zh_CN: '文件未传完', en_US: 'The upload is incomplete' },
  storeSettings: { zh_CN: '获取 OSS 配置信息失败', en_US: 'Failed to retrieve OSS config info' },
  storeStart: { zh_CN: '初始化 OSS 信息失败', en_US: 'Initialize OSS info failed' },
  nameForm: { zh_CN: '文件名不正确', en_US: 'Invalid file name' },
} as const satisfies Record<string, Text>

/** What may be uploaded for each purpose: extensions and size limit. */
export const uploadRules = {
  image: { endings: ['gif', 'png', 'jpg', 'jpeg'], max: 2 * MB },
  attachment: { endings: ['rar', 'zip', 'doc', 'docx', 'pdf', 'jpg', 'jpeg'], max: 10 * MB },
  sheet: { endings: ['xls', 'xlsx'], max: 20 * MB },
  zip: { endings: ['zip'], max: 5 * MB },
  label: { endings: ['pdf', 'png', 'jpg', 'jpeg', 'gif'], max: 5 * MB },
} as const satisfies Record<string, { endings: readonly string[]; max: number }>

export type UploadPurpose = keyof typeof uploadRules
const uploadPurposes = Object.keys(uploadRules) as [UploadPurpose, ...UploadPurpose[]]

export const endingOf = (name: string) => /\.([A-Za-z0-9]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? ''

/** Why a file is refused before a byte is sent; the same check on both sides. */
export function problemOf(purpose: UploadPurpose, name: string, size: number): Text | undefined {
  const { endings, max } = uploadRules[purpose]
  if (!(endings as readonly string[]).includes(endingOf(name)))
    return fill(uploadText.wrongKind, { kinds: endings.map((ending) => `.${ending}`).join(' ') })
  if (size > max)
    return purpose === 'image' ? uploadText.imageTooLarge : fill(uploadText.fileTooLarge, { max: max / MB })
  return undefined
}

/** The limit on unfinished uploads of one company; those without progress are deleted after a day. */
export const MAX_OPEN = 500 * MB
/** The same of one user, so that one cannot use up what the company has: as many as three of the largest files. */
export const MAX_OPEN_OF_USER = 60 * MB

/**
 * Part size: one part fits into a call with room to spare, and a slow connection loses little when it drops.
 */
export const PART_BYTES = 512 * 1024

const fileName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Bidi_Control}/\\]+$/u, rule(uploadText.nameForm))

export const beginUpload = command('/gateway/wms/file/begin', {
  permission: 'signed_in',
  feature: 'home',
  failed: uploadText.failed,
  input: z.strictObject({
    purpose: z.enum(uploadPurposes),
    fileName,
    size: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  }),
  output: z.object({ uploadId: z.uuid() }),
})

/** Which parts have arrived, so that an interrupted upload can resume. */
export const uploadState = query('/gateway/wms/file/state', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ uploadId: z.uuid() }),
  output: z.object({ parts: z.array(z.number().int()) }),
})

export const putPart = command('/gateway/wms/file/part', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({
    uploadId: z.uuid(),
    part: z.number().int().min(0).max(63),
    base64: z
      .base64()
      .min(1)
      .max(Math.ceil(PART_BYTES / 3) * 4),
  }),
  output: z.strictObject({}),
})

export const finishUpload = command('/gateway/wms/file/finish', {
  permission: 'signed_in',
  feature: 'home',
  failed: uploadText.failed,
  input: z.strictObject({ uploadId: z.uuid() }),
  output: z.object({ fileId: id, fileName: z.string(), size: z.number().int(), url: z.string() }),
})
