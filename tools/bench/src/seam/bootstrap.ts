/** The entry of default federation: shared modules are asked for asynchronously, so the program comes later. */
void import('../../../../apps/shell/bench/program');

export {};
