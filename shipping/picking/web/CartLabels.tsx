import { PrintDrawer } from '../../../warehouse/print-settings/web/PrintDrawer.ts'
import { listCartLabels, printCartLabels } from '../contract.ts'

/** The labels for the baskets of picking lists before printing; they come on the paper of box labels. */
export const CartLabels = ({ ids, onClose }: { ids: number[]; onClose: () => void }) => (
  <PrintDrawer kind="box" list={listCartLabels} call={printCartLabels} which={{ ids }} onClose={onClose} />
)
