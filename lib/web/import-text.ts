import type { Text } from '../text.ts'

const text = (zh_CN: string, en_US: string): Text => ({ zh_CN, en_US })

export const dialogText = {
  title: { zh_CN: '导入{what}', en_US: 'Import: {what}' },
  file: text('模板与文件', 'Template and file'),
  map: text('对应列', 'Columns'),
  check: text('检查', 'Check'),
  run: text('导入', 'Import'),
  limits: {
    zh_CN: '支持 .xls 和 .xlsx，最多 {rows} 行、{most}M。',
    en_US: 'Files of .xls and .xlsx, at most {rows} rows and {most}M.',
  },
  template: text('下载模板', 'Download the template'),
  choose: text('选择文件', 'Choose a file'),
  zip: text('图片压缩包（.zip，可选）', 'Pictures in a ZIP (optional)'),
  uploading: text('正在上传', 'Uploading'),
  last: text('最近的导入', 'Last imports'),
  ours: text('系统列', 'Column'),
  theirs: text('文件中的列', 'In the file'),
  note: text('说明', 'Note'),
  back: text('返回', 'Back'),
  checkAgain: text('重新检查', 'Check again'),
  sameFile: {
    zh_CN: '同一文件已在 {no} 中导入过，确认后可继续',
    en_US: 'This very file was imported in {no}; you may go on all the same',
  },
  ignored: { zh_CN: '未使用的列：{columns}', en_US: 'Columns left out: {columns}' },
  all: text('全部', 'All'),
  row: text('行号', 'Row'),
  verdict: text('结果', 'Result'),
  verdicts: {
    unchecked: text('未检查', 'Unchecked'),
    new: text('新增', 'New'),
    update: text('更新', 'Update'),
    skip: text('跳过', 'Skip'),
    error: text('错误', 'Error'),
    done: text('已导入', 'Done'),
    failed: text('失败', 'Failed'),
  },
  mode: text('导入方式', 'Mode'),
  modes: {
    good_rows: text('只导入正确的行', 'Good rows only'),
    all_or_nothing: text('全部正确才导入', 'All or nothing'),
  },
  start: { zh_CN: '导入 {count} 行', en_US: 'Import {count} {count|row|rows}' },
  states: {
    uploaded: text('已上传', 'Uploaded'),
    checking: text('待确认', 'Checked'),
    running: text('导入中', 'Running'),
    done: text('已完成', 'Done'),
    partial: text('部分成功', 'Partly done'),
    failed: text('失败', 'Failed'),
  },
  left: text('未导入的行和图片', 'Rows and pictures that were left out'),
  failedRows: text('下载失败的行', 'Download the failed rows'),
  close: text('关闭', 'Close'),
} as const
