-- What becomes of a billable event. New values of a type can't be used in the transaction that adds them, so they come first.
alter type wms.billable_status add value 'charged';
alter type wms.billable_status add value 'free';
alter type wms.billable_status add value 'open';
alter type wms.billable_status add value 'waived';
