"""What knows nothing of Haggis: any other program could use it.

Begin with `errors`: each kind of trouble that a person can put right has its class and its exit code. `escaping`
makes text from files and people harmless, and gives contents short names. `text` knows how wide it is in a terminal,
sets it in lines and columns, and helps to write English; `html` and `charts` make pages and drawings. `jobs` shares
out long work, `worker_processes` among processes of this machine; `interrupts` holds Ctrl-C back while something is
saved; `extras` knows the libraries that only some people need.
"""

__version__ = "0.1.0"
