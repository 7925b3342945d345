// Shared modules are negotiated before anything of the page runs.
void import('./bootstrap.tsx');
