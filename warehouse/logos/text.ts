import type { Text } from '../../platform/text/text.ts'

export const logoText = {
  logoHint: {
    zh_CN: '.png .jpg .gif，不超过 2M；打印时最大 30 × 22 毫米，图片会自动缩放，建议 354 × 260 像素。',
    en_US:
      '.png .jpg .gif up to 2M. Printed at up to 30 × 22 mm and scaled to fit; 354 × 260 pixels recommended.',
  },
  companyLogoUse: {
    zh_CN: '显示在顶部栏，打印在收货单和测试页上',
    en_US: 'Shown in the top bar; printed on receiving sheets and the test page',
  },
  wmsLogoUse: { zh_CN: '显示在登录页', en_US: 'Shown on the login page' },
  omsLogoUse: {
    zh_CN: '显示在客户的订单管理系统中',
    en_US: 'Shown in the customers’ order management system',
  },
  uploadLogo: { zh_CN: '上传{logo}', en_US: 'Upload {logo}' },
  upload: { zh_CN: '上传', en_US: 'Upload' },
  uploading: { zh_CN: '正在上传…', en_US: 'Uploading…' },
  removeLogo: { zh_CN: '恢复默认', en_US: 'Reset to default' },
  removeLogoAsk: { zh_CN: '恢复为默认的{logo}？', en_US: 'Reset {logo} to default?' },
  previews: { zh_CN: '预览', en_US: 'Preview' },
  onBar: { zh_CN: '顶部栏', en_US: 'Top bar' },
  onLogin: { zh_CN: '登录页', en_US: 'Login page' },
  onLabel: { zh_CN: '100 × 150 毫米面单', en_US: '100 × 150 mm label' },
  printSize: { zh_CN: '最大 30 × 22 毫米', en_US: 'Up to 30 × 22 mm' },
  crop: { zh_CN: '裁剪图片', en_US: 'Crop image' },
  cropHint: {
    zh_CN: '在图片上拖出要用的部分，或填写像素',
    en_US: 'Drag over the part to use, or enter pixels',
  },
  cropX: { zh_CN: '左边', en_US: 'Left' },
  cropY: { zh_CN: '上边', en_US: 'Top' },
  cropWidth: { zh_CN: '宽度', en_US: 'Width' },
  cropHeight: { zh_CN: '高度', en_US: 'Height' },
} as const satisfies Record<string, Text>
